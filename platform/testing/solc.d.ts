/** What a test uses of the compiler of contracts, which comes without types. */
declare module 'solc' {
  const solc: {
    version(): string;
    /** Takes and gives the compiler's "standard JSON". */
    compile(input: string): string;
  };
  export default solc;
}
