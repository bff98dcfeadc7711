import type { Page } from 'playwright-core';

/** Keeps what the content policy reports. */
export const LISTEN =
  'window.reports=[];addEventListener("securitypolicyviolation",' +
  '(report)=>window.reports.push(report.blockedURI+" "+report.violatedDirective))';

/** What a page has that only a text which ran could have made. */
export const NOTHING = { ran: false, reports: [], inserted: 0 };

export function found(page: Page): Promise<unknown> {
  return page.evaluate(`({
    ran: 'ran' in window,
    reports: window.reports ?? [],
    inserted: [...document.querySelectorAll('#root *')].filter((element) =>
      /^(script|iframe|object|embed|base|meta|link|style|template|math|video)$/i
        .test(element.localName) && !element.closest('[data-kit=form]') ||
      // Forms of ours lead nowhere by themselves.
      element.localName === 'form' && element.hasAttribute('action') ||
      element.getAttributeNames().some((name) => name.startsWith('on')) ||
      /^\\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? '')).length,
  })`);
}

/** What the page asks for that only a text which ran could have asked for. */
export async function watch(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => asked.push('dialog')));
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isData = request.url().startsWith('data:');
    if (isData || origin !== address || pathname === '/ran') asked.push(request.url());
  });
  await page.addInitScript(LISTEN);
  return asked;
}
