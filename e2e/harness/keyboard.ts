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

const DESCRIBE = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return null;
  const rings = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  // A radio button is covered by its segment, a field stands in a box.
  const around = [one, one.parentElement, one.parentElement?.parentElement, one.nextElementSibling];
  const panel = one.closest('[data-panel]')?.dataset.panel;
  const landmark = one.closest('header, nav, main, footer, section[aria-label]');
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
  // A field of a date has several stops of its own.
  const again = one.dataset.visited !== undefined && one !== globalThis.lastStop;
  const inside = one === globalThis.lastStop;
  one.dataset.visited = '';
  globalThis.lastStop = one;
  return {
    where: panel ?? landmark?.localName ?? '',
    name: \`\${one.localName} \${(name ?? '').trim().slice(0, 40)}\`,
    shown: around.some((element) => element && rings(element)),
    again,
    inside,
  };
})()`;

/** Presses Tab from the top of the page to its end; `missed`: controls that it never came to. */
export async function walk(page: Page): Promise<{ stops: Stop[]; missed: string[] }> {
  // Tab goes on from where the focus was last, even if that is gone.
  await page.evaluate(`(() => {
    const top = document.createElement('span');
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
  })()`);
  const stops: Stop[] = [];
  for (let i = 0; i < MOST; i += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<(Stop & { again: boolean; inside: boolean }) | null>(
      DESCRIBE,
    );
    if (found === null || found.again) break;
    if (found.inside) continue;
    stops.push({ where: found.where, name: found.name, shown: found.shown });
  }
  const missed = await page.evaluate<string[]>(`${STOPS}
    .filter((one) => one.dataset.visited === undefined)
    .map((one) => one.outerHTML.slice(0, 120))`);
  return { stops, missed };
}

/** The panels in the order of the walk, each time it entered one. */
export function panelsOf(stops: readonly Stop[]): string[] {
  return stops.map(({ where }) => where).filter((where, i, all) => where !== all[i - 1]);
}
