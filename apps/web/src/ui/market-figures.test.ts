import css from '@assay/kit/display/sparkline.module.css';
import { Sparkline } from '@assay/kit/display/sparkline.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import { Traded } from './traded.tsx';

it('UI-971 the line of a day has the colour of the change beside it', () => {
  const line = (change: string) =>
    renderToStaticMarkup(createElement(Sparkline, { values: ['100', '99', '101'], change }));
  expect(line('1.25')).toContain(`class="${css.line} ${css.up}"`);
  expect(line('-1.25')).toContain(`class="${css.line} ${css.down}"`);
  expect(line('0.00')).toContain(`class="${css.line} ${css.flat}"`);
});

it('UI-972 where nothing was traded there is no figure', async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {} });
  const figure = (value: string) =>
    renderToStaticMarkup(createElement(Traded, { value, unit: 'USDT' }));
  expect(figure('0')).toContain(NO_VALUE);
  expect(figure('0')).not.toContain('USDT');
  expect(figure('12345.6')).toContain('12.35K');
});
