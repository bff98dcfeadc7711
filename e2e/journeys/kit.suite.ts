import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';

/** Where the pictures of the page are, for people to look at. */
const PICTURES = path.join(os.tmpdir(), 'assay-e2e-kit');

const LOOKS = ['dark', 'light'].flatMap((theme) =>
  ['ltr', 'rtl'].flatMap((dir) => ['usual', 'long'].map((texts) => ({ theme, dir, texts }))),
);

async function openKit(page: Page, look: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${stage.address}/kit?${new URLSearchParams(look)}`, { waitUntil: 'commit' });
  await page.locator('[data-kit="content"] path[shape-rendering]').first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => true)');
}

/** The parts of the kit in all their states. */
export function kitJourneys(): void {
  it.each(LOOKS)('KIT-003 KIT-005 $theme $dir, $texts texts', (look) =>
    stage.visit({}, async ({ page }) => {
      fs.mkdirSync(PICTURES, { recursive: true });
      // Long texts are about the narrower screen, and about no other colours.
      const long = look.texts === 'long';
      for (const width of long ? [1366] : [1366, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await openKit(page, look);
        expect(await faultsOf(page), `${width}`).toEqual([]);
        const file = `${look.theme}-${look.dir}-${look.texts}-${width}.png`;
        await page.screenshot({ path: path.join(PICTURES, file), fullPage: true });
      }
      if (!long) expect(await violationsOf(page)).toEqual([]);
    }),
  );

  it('KIT-004 the measure notices what it is for', () =>
    stage.visit({}, async ({ page }) => {
      await openKit(page, {});
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
      expect(
        await withStyle('[data-kit="form"] > :nth-child(2)', 'margin-inline-start: 2px'),
      ).toEqual([expect.stringMatching(/^2\.0 px beside the edge/)]);
      const narrow = 'display: block; inline-size: 20px; overflow: hidden; white-space: nowrap';
      expect(await withStyle('[data-kit="badge"]', narrow)).toEqual([
        expect.stringMatching(/^cut off: span/),
      ]);
      expect(await withStyle('[data-kit="head"]', 'margin-block-end: -20px')).not.toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
    }));
  it('KIT-010 KIT-011 a form says what is wrong with it, and a table is kept in the address', () =>
    stage.visit({}, async ({ page }) => {
      await openKit(page, {});
      const form = page.locator('[data-kit="form"]').first();
      const name = form.getByRole('textbox').first();
      const isInvalid = () => name.getAttribute('aria-invalid');
      await form.locator('button[type="submit"]').click();
      expect(await isInvalid()).toBe('true');
      expect(await form.locator('[aria-invalid="true"]:focus').count()).toBe(1);
      await name.fill('a');
      expect(await isInvalid()).toBeNull();
      await form.getByRole('checkbox').check();
      await form.locator('button[type="submit"]').click();
      await form.getByRole('alert').waitFor();

      const table = page.locator('[data-kit="table"]').first();
      const first = () => table.getByRole('rowheader').first().textContent();
      const before = await first();
      await table.getByRole('columnheader').first().getByRole('button').click();
      await table.getByRole('columnheader').first().getByRole('button').click();
      expect(new URL(page.url()).searchParams.get('sample.sort')).toBe('at');
      await eventually(first).not.toBe(before);
      const sorted = await first();
      await page.reload();
      await eventually(first).toBe(sorted);
    }));

  it('KIT-020 the account settings show the profile and where the user is logged in', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await practise(visit);
      await visit.follow('/setting');
      const rows = page.getByRole('table').getByRole('row');
      await rows.nth(1).getByText(say('identity.sessions.current')).waitFor();
      const others = page.getByRole('button', { name: say('identity.sessions.endOthers') });
      expect(await others.isDisabled()).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
    }));
}
