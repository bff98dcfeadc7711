import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { isInView } from '../harness/in-view.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import { misfits, smallTargets } from '../harness/touch.ts';

/** Where the pictures of the page are, for people to look at. */
const PICTURES = path.join(os.tmpdir(), 'assay-e2e-kit');

const THEMES = ['dark', 'light'] as const;

/** In this order each length of texts is turned to once. */
const LOOKS = [
  { dir: 'ltr', texts: 'usual' },
  { dir: 'rtl', texts: 'usual' },
  { dir: 'rtl', texts: 'long' },
  { dir: 'ltr', texts: 'long' },
] as const;

/** The widths at which parts are measured; long texts are about the narrower ones. */
const WIDTHS = { usual: [390, 768, 1366, 1920], long: [390, 1366] };
/** The pictures for people to look at: each theme and each direction once at each width. */
const PICTURED = ['dark-ltr-usual-1366', 'dark-rtl-usual-390', 'light-ltr-usual-390'].concat(
  'light-rtl-usual-1366',
);

async function openKit(page: Page): Promise<void> {
  await page.goto(`${stage.address}/kit`, { waitUntil: 'commit' });
  await page.locator('[data-kit="content"] path[shape-rendering]').first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => true)');
}

/** Turns the page to another look in place, which takes a tenth of loading it. */
async function turnTo(page: Page, look: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`
    history.pushState({}, '', ${JSON.stringify(`/kit?${new URLSearchParams(look)}`)});
    dispatchEvent(new PopStateEvent('popstate'));
  `);
  const title = look.texts === 'long' ? /^The kit \S/ : /^The kit$/;
  const root = page.locator(`[dir="${look.dir}"][data-mantine-color-scheme="${look.theme}"]`);
  await root.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The parts of the kit in all their states. */
export function kitJourneys(): void {
  it('KIT-003 KIT-005 KIT-040 every part in each theme, direction and length, at each width', async () => {
    fs.mkdirSync(PICTURES, { recursive: true });
    await Promise.all(
      THEMES.map((theme) =>
        stage.visit({ theme }, async ({ page }) => {
          await openKit(page);
          for (const look of LOOKS) {
            await turnTo(page, { theme, ...look });
            for (const width of WIDTHS[look.texts]) {
              await page.setViewportSize({ width, height: 900 });
              const name = `${theme}-${look.dir}-${look.texts}-${width}`;
              expect(await faultsOf(page), name).toEqual([]);
              if (!PICTURED.includes(name)) continue;
              const file = path.join(PICTURES, `${name}.jpg`);
              await page.screenshot({ path: file, fullPage: true, type: 'jpeg', quality: 80 });
            }
            if (look.texts === 'usual') expect(await violationsOf(page)).toEqual([]);
          }
        }),
      ),
    );
  });

  it('KIT-004 KIT-044 KIT-010 KIT-011 KIT-048 KIT-043 the measure notices what it is for, notices are counted, a form says what is wrong with it, a table is kept in the address, and nothing moves for whoever asked for less motion', () =>
    stage.visit({}, async ({ page }) => {
      await openKit(page);
      await expectMeasure(page);
      await expectNotices(page);
      await expectForm(page);
      await expectTable(page);
      await expectTablet(page);
      await expectRest(page);
    }));

  it('KIT-041 KIT-042 UI-1085 the keyboard reaches every part in its order, and works it', () =>
    stage.visit({}, async ({ page }) => {
      await openKit(page);
      expect(await tabThrough(page)).toEqual([]);
      // A message is closed last: it does not come between the reader and the page.
      const done = page.getByRole('main').getByRole('button', { name: 'Say that it is done' });
      const controls = page.locator('a[href]:visible, button:visible, input:visible');
      // It is there for three seconds: a busy machine may have to look twice.
      await eventually(async () => {
        await done.first().click();
        await page.locator('[data-kit="toast"] button').first().waitFor();
        return controls.last().evaluate((one) => one.closest('[data-kit]')?.outerHTML);
      }).toMatch(/data-kit="toast"/);
      const press = (key: string) => page.keyboard.press(key);
      const focused = page.locator(':focus');

      const tabs = page.getByRole('tablist').first().getByRole('tab');
      await tabs.first().focus();
      for (const [key, at] of [
        ['ArrowRight', 1],
        ['ArrowRight', 0],
        ['End', 1],
        ['Home', 0],
      ] as const) {
        await press(key);
        await eventually(() => tabs.nth(at).getAttribute('aria-selected'), key).toBe('true');
        await eventually(() => hasFocus(tabs.nth(at))).toBe(true);
      }
      for (const group of [
        page.locator('main [role=radiogroup]:has(:enabled)').first(),
        page.getByRole('radiogroup', { name: 'Network' }),
      ]) {
        await group.locator('input:checked').focus();
        await press('ArrowDown');
        await eventually(() => group.locator('input').nth(1).isChecked()).toBe(true);
      }
      // What opens takes the focus, Escape closes it, and the focus is where it was.
      const openers = [
        'Columns',
        'Ask a question',
        'Ask before what cannot be undone',
        'Show a record',
        'Fill in a form',
        'Areas',
      ];
      for (const name of openers) {
        const opener = page.getByRole('main').getByRole('button', { name, exact: true }).first();
        await opener.focus();
        await press('Enter');
        const dialog = page.getByRole('dialog');
        await eventually(() => dialog.locator(':focus').count(), name).toBe(1);
        await press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await eventually(() => hasFocus(opener), name).toBe(true);
      }
      const country = page.getByRole('combobox', { name: 'Country' });
      await country.focus();
      await press('ArrowDown');
      await page.getByRole('listbox').waitFor();
      // The list may have opened with the focus already, or with the first arrow.
      const marked = page.locator('[role=option][data-combobox-selected]');
      for (let tries = 0; tries < 3 && (await marked.allTextContents())[0] !== '日本'; tries += 1) {
        await press('ArrowDown');
      }
      await press('Enter');
      await eventually(() => country.inputValue()).not.toBe('Portugal');
      await press('ArrowDown');
      await page.getByRole('listbox').waitFor();
      await press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
      expect(await focused.getAttribute('role')).toBe('combobox');
    }));

  it.each([
    { language: 'en', on: 'ArrowRight', back: 'ArrowLeft' },
    { language: 'ar', on: 'ArrowLeft', back: 'ArrowRight' },
  ] as const)(
    'KIT-071 KIT-075 KIT-077 KIT-078 on a phone a calendar is a sheet, and arrows go as its days stand: $language',
    ({ language, on, back }) =>
      stage.visit({ language, width: 390, height: 844, touch: true }, async ({ page }) => {
        await openKit(page);
        const opener = page.getByRole('button', { name: /From: calendar/ });
        await opener.tap();
        const sheet = page.getByRole('dialog');
        const focused = sheet.locator('td :focus');
        const day = async () => Number(await focused.textContent());
        await focused.waitFor();
        for (const button of await sheet.getByRole('button', { disabled: false }).all()) {
          await eventually(() => isInView(button), await button.innerText()).toBe(true);
        }
        expect([await smallTargets(page), await page.evaluate(NARROW_HEADS)]).toEqual([[], []]);
        await page.keyboard.press('PageUp');
        const first = await day();
        for (const [key, to] of [
          [back, first - 1],
          ['ArrowUp', first - 8],
          [on, first - 7],
          ['ArrowDown', first],
        ] as const) {
          await page.keyboard.press(key);
          await eventually(day, key).toBe(to);
        }
        await page.keyboard.press('Enter');
        await sheet.waitFor({ state: 'detached' });
        await eventually(() => hasFocus(opener)).toBe(true);
        // The day is read whole in its field.
        const field = page.getByRole('textbox', { name: 'From', exact: true });
        expect(await field.inputValue()).toContain(String(first));
        expect(await field.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        await expectUppermost(page);
        // Where not all filters have room, it is seen that there are more.
        const few = page.locator('div:has(> [role=radiogroup][aria-label="Show"])').first();
        expect(await styleOf(few, 'mask-image')).toBe('none');
        await few.evaluate((one) => one.style.setProperty('inline-size', '5rem'));
        await eventually(() => few.getAttribute('data-hides')).toBe('end');
        expect(await styleOf(few, 'mask-image')).toContain('gradient');
      }),
  );

  it('KIT-046 KIT-045 on a phone rows are cards that say what their values are, and can be ordered', () =>
    stage.visit({ width: 390, height: 844, touch: true }, async ({ page }) => {
      await openKit(page);
      const table = page.locator('[data-kit="table"]').first();
      const [time, asset, amount, fee] = await page.evaluate<CellBox[]>(CELLS);
      expect([time?.part, asset?.part, amount?.part]).toEqual(['detail', 'title', 'value']);
      expect([time?.head, fee?.head, asset?.head]).toEqual(['"Time"', '"Fee"', 'none']);
      // The title with its value beside it, and the details below.
      expect(asset?.y).toBe(amount?.y);
      expect(time?.y).toBeGreaterThan(asset?.y ?? 0);
      const first = table.locator('tbody tr').first();
      await page.getByRole('combobox', { name: 'Order' }).first().selectOption('-amount');
      await eventually(() => first.textContent()).toContain('12,');
      expect(await misfits(page)).toEqual([]);
      expect(await page.evaluate(SMALL_FIELDS)).toEqual([]);
    }));

  it('KIT-020 KIT-076 the account settings show the profile and where the user is logged in', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/setting');
      const rows = page.getByRole('table').getByRole('row');
      await rows.nth(1).getByText(say('identity.sessions.current')).waitFor();
      const others = page.getByRole('button', { name: say('identity.sessions.endOthers') });
      expect(await others.isDisabled()).toBe(true);
      // What is not for the virtual account is said in the frame of what would stand there.
      await visit.follow('/kjmbSelect');
      const said = page.locator('[data-kit="content"] > [data-kit="state"]');
      await said.getByText(named(say('ui.realOnly'))).waitFor();
      expect(await styleOf(said, 'border-top-width')).toBe('1px');
      await visit.follow('/setting');
      expect(await faultsOf(page)).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
    }));
}

/** How a property of the style of an element is computed. */
function styleOf(one: Locator, property: string): Promise<string> {
  return one.evaluate(
    (element, name) =>
      element.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(name) ?? '',
    property,
  );
}

/** A calendar in a dialog: Escape closes it, and the dialog by the next press only. */
async function expectUppermost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fill in a form' }).tap();
  const dialogs = page.getByRole('dialog');
  await dialogs.getByRole('button', { name: /calendar/ }).tap();
  await dialogs.nth(1).locator('td :focus').waitFor();
  for (const left of [1, 0]) {
    await page.keyboard.press('Escape');
    await eventually(() => dialogs.count()).toBe(left);
    // What closes takes its time; the other one stays.
    await page.waitForTimeout(300);
    expect(await dialogs.count()).toBe(left);
  }
}

/** A part that is moved, one that is too narrow and one that lies on another are noticed. */
async function expectMeasure(page: Page): Promise<void> {
  const withStyle = async (selector: string, style: string) => {
    const part = page.locator(selector).first();
    const set = (text: string) =>
      part.evaluate((element, css) => {
        element.style.cssText = css;
      }, text);
    await set(style);
    const faults = await faultsOf(page);
    await set('');
    return faults;
  };
  expect(await withStyle('[data-kit="form"] > :nth-child(2)', 'margin-inline-start: 2px')).toEqual([
    expect.stringMatching(/^2\.0 px beside the edge/),
  ]);
  const narrow = 'display: block; inline-size: 20px; overflow: hidden; white-space: nowrap';
  expect(await withStyle('[data-kit="badge"]', narrow)).toEqual([
    expect.stringMatching(/^cut off: span/),
  ]);
  expect(await withStyle('[data-kit="head"]', 'margin-block-end: -20px')).not.toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

async function expectNotices(page: Page): Promise<void> {
  const centre = page.getByRole('region', { name: 'Notices', exact: true });
  const lines = centre.getByRole('listitem');
  expect(await centre.getByRole('list').count()).toBe(3);
  expect(await centre.getByRole('status').textContent()).toBe('2 new');
  await lines.first().getByRole('button').first().click();
  await centre.getByRole('radio', { name: 'Unread' }).click();
  await eventually(() => lines.count()).toBe(1);
  await centre.getByRole('button', { name: 'Mark all as read' }).click();
  await eventually(() => lines.count()).toBe(0);
  await centre.getByText('You have read everything').waitFor();
  expect(await centre.getByRole('button', { name: 'Mark all as read' }).isDisabled()).toBe(true);
}

async function expectForm(page: Page): Promise<void> {
  const form = page.locator('[data-kit="form"]').first();
  const name = form.getByRole('textbox').first();
  const isInvalid = () => name.getAttribute('aria-invalid');
  await form.locator('button[type="submit"]').click();
  await eventually(isInvalid).toBe('true');
  await form.locator('[aria-invalid="true"]:focus').waitFor();
  await name.fill('a');
  await eventually(isInvalid).toBeNull();
  await form.getByRole('checkbox').check();
  await form.locator('button[type="submit"]').click();
  await form.getByRole('alert').waitFor();
}

async function expectTable(page: Page): Promise<void> {
  const table = page.locator('[data-kit="table"]').first();
  const first = () => table.getByRole('rowheader').first().textContent();
  const before = await first();
  // The second click turns round the order of the first, once that one is shown.
  const head = table.getByRole('columnheader').first();
  for (const [sort, order] of [
    ['-at', 'descending'],
    ['at', 'ascending'],
  ] as const) {
    await head.getByRole('button').click();
    await eventually(() => head.getAttribute('aria-sort')).toBe(order);
    await eventually(() => new URL(page.url()).searchParams.get('sample.sort')).toBe(sort);
  }
  await eventually(first).not.toBe(before);
  const sorted = await first();
  await page.reload();
  await eventually(first).toBe(sorted);
}

/** The columns that stay cover no other; where one does, the edge says so. */
async function expectTablet(page: Page): Promise<void> {
  await page.setViewportSize({ width: 768, height: 1024 });
  const table = page.locator('[data-kit="table"]').first();
  const widen = (size: string) => table.evaluate((one, to) => (one.style.width = to), size);
  const last =
    'getComputedStyle(document.querySelector("[data-kit=table] tbody tr > :last-child"))';
  expect(await page.evaluate(`${last}.position`)).toBe('static');
  const scroll = table.locator('xpath=..');
  await widen('1400px');
  await eventually(() => scroll.getAttribute('data-hides')).toBe('end');
  await scroll.evaluate((one) => one.scrollBy(2000, 0));
  await eventually(() => scroll.getAttribute('data-hides')).toBe('start');
  await widen('');
  await eventually(() => scroll.getAttribute('data-hides')).toBe('');
}

/** What moves while it waits stands still for whoever asked for that, and so does what opens. */
async function expectRest(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(
      `document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1)
        .map((one) => one.effect.target.outerHTML.slice(0, 90))`,
    );
  expect(await moving()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await eventually(moving).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Show a record', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await eventually(moving).toEqual([]);
}

/** The fields into which a phone would zoom. */
const SMALL_FIELDS = `[...document.querySelectorAll('input, select, textarea')].filter((field) =>
  !['checkbox', 'radio', 'range', 'file'].includes(field.type) &&
  parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML)`;

function hasFocus(one: Locator): Promise<boolean> {
  return one.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** The names of weekdays that run into the next one. */
const NARROW_HEADS = `[...document.querySelectorAll('[role=dialog] th')].filter((head) => {
  const text = document.createRange();
  text.selectNodeContents(head);
  return text.getBoundingClientRect().width > head.clientWidth - 4;
}).map((head) => head.textContent)`;

interface CellBox {
  readonly part: string;
  readonly y: number;
  /** What is written above its value. */
  readonly head: string;
}

const CELLS = `[...document.querySelector('[data-kit="table"] tbody tr').cells].map((cell) => ({
  part: cell.dataset.card,
  y: cell.getBoundingClientRect().y,
  head: getComputedStyle(cell, '::before').content,
}))`;

/**
 * Presses Tab through the page. What is wrong, a line each: a control that was not reached, one
 * that came before its turn, one that does not show the focus.
 */
async function tabThrough(page: Page): Promise<readonly string[]> {
  await page.evaluate(`(() => {
    const main = document.querySelector('main');
    const isStop = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() &&
      !(one.type === 'radio' && !one.checked && document.querySelector('[name="' + one.name + '"]:checked'));
    const all = main.querySelectorAll('a[href], button, input, select, textarea, [tabindex]');
    globalThis.stops = [...all].filter((one) => one !== main && isStop(one));
    globalThis.reached = [];
    const hasMark = (one) => {
      const near = [one, one.parentElement, one.closest('label'), one.nextElementSibling];
      return near.some((part) => {
        if (!part) return false;
        const { outlineStyle, boxShadow, borderColor } = getComputedStyle(part);
        return outlineStyle !== 'none' || boxShadow !== 'none' || borderColor === accent;
      });
    };
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    document.addEventListener('focusin', ({ target }) => {
      if (target !== main && main.contains(target)) globalThis.reached.push([target, hasMark(target)]);
    });
    main.focus();
  })()`);
  const count = (await page.evaluate('stops.length')) as number;
  expect(count).toBeGreaterThan(80);
  // A field for a date has a stop for each of its parts.
  for (let presses = 0; presses < count + 30; presses += 1) await page.keyboard.press('Tab');
  return page.evaluate(`(() => {
    const name = (one) => one.outerHTML.slice(0, 120);
    const places = new Map(reached.map(([one], i) => [one, i]));
    const faults = stops.filter((one) => !places.has(one)).map((one) => 'not reached: ' + name(one));
    for (const [i, [one, marked]] of reached.entries()) {
      if (!marked) faults.push('shows no focus: ' + name(one));
      const before = reached[i - 1]?.[0];
      const follows = before?.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (before && !follows) faults.push('before its turn: ' + name(one));
    }
    return faults;
  })()`);
}
