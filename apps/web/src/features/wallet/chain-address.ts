/** Whether it is written as an address of a chain; its check digits are the server's matter. */
export const isChainAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text);
