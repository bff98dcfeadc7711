import type { Page } from 'playwright-core';

/** What the Tab key came to. */
export interface Stop {
  /** The panel or landmark that it is in. */
  readonly where: string;
  readonly name: string;
  /** Whether it, or the box around it, shows that it has the focus. */
  readonly shown: boolean;
}

/** More stops than any screen has. */
const MOST = 250;

/** What can have the focus, is in view of a reader, and is not one of a group that has one stop. */
const STOPS = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, [tabindex="0"], [role="separator"]',
)].filter((one) => {
  const chosen = one.type !== 'radio' || one.checked;
  return one.tabIndex >= 0 && !one.disabled && chosen && one.checkVisibility({
    visibilityProperty: true,
  }) && one.closest('[inert]') === null;
})`;

/** Writes down each control when it gets the focus. */
const WATCH = `(() => {
  const rings = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  globalThis.stops = [];
  globalThis.watch?.abort();
  globalThis.watch = new AbortController();
  const note = ({ target: one }) => {
    // A radio button is covered by its segment, a field stands in a box.
    const near = [one, one.parentElement, one.parentElement?.parentElement, one.nextElementSibling];
    const panel = one.closest('[data-panel]')?.dataset.panel;
    const landmark = one.closest('header, nav, main, footer, section[aria-label]');
    const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
    globalThis.stops.push({
      one,
      where: panel ?? landmark?.localName ?? '',
      name: \`\${one.localName} \${(name ?? '').trim().slice(0, 40)}\`,
      shown: near.some((element) => element && rings(element)),
    });
  };
  // Tab goes on from where the focus was last, even if that is gone.
  const top = document.createElement('span');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  top.remove();
  document.addEventListener('focusin', note, { signal: globalThis.watch.signal });
})()`;

/** Whether the walk has come to the end of the page, or round to what it knows. */
const IS_OVER = `globalThis.stops.length > new Set(globalThis.stops.map(({ one }) => one)).size ||
  document.activeElement === document.body`;

/** Up to where it came round. */
const WALKED = `globalThis.stops
  .filter(({ one }, i, all) => all.findIndex((other) => other.one === one) === i)
  .map(({ where, name, shown }) => ({ where, name, shown }))`;

/** So many keys are pressed between two looks: asking takes longer than pressing. */
const STRIDE = 10;

/** Presses Tab from the top of the page to its end; `missed`: controls that it never came to. */
export async function walk(page: Page): Promise<{ stops: Stop[]; missed: string[] }> {
  await page.evaluate(WATCH);
  for (let i = 0; i < MOST; i += STRIDE) {
    for (let press = 0; press < STRIDE; press += 1) await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(IS_OVER)) break;
  }
  const missed = await page.evaluate<string[]>(`${STOPS}
    .filter((one) => !globalThis.stops.some((stop) => stop.one === one))
    .map((one) => one.outerHTML.slice(0, 120))`);
  return { stops: await page.evaluate<Stop[]>(WALKED), missed };
}

/** The panels in the order of the walk, each time it entered one. */
export function panelsOf(stops: readonly Stop[]): string[] {
  return stops.map(({ where }) => where).filter((where, i, all) => where !== all[i - 1]);
}
