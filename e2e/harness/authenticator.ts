import type { BrowserContext, Page } from 'playwright-core';

/** Gives a page an authenticator that always says yes, as a finger on the device would. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const tool = await context.newCDPSession(page);
  await tool.send('WebAuthn.enable');
  await tool.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}
