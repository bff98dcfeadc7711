import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Sentence } from './sentence.tsx';

const TEXTS: Readonly<Record<string, string>> = {
  en: 'From {{least}} to {{most}}, as of {{day}}.',
  ja: '{{most}}まで、{{least}}から',
};

it.each([
  ['en', 'From <b>1</b> to <b>2</b>, as of today.'],
  ['ja', '<b>2</b>まで、<b>1</b>から'],
])('KIT-050 a text has its figures where its language has them: %s', async (lng, shown) => {
  const resources = { [lng]: { translation: { bounds: TEXTS[lng] } } };
  const texts = i18next.createInstance();
  await texts.init({ lng, resources, interpolation: { escapeValue: false } });
  const say = texts.t as unknown as (key: string, values: object) => string;
  const parts = { least: <b>1</b>, most: <b>2</b> };
  const drawn = renderToStaticMarkup(
    <Sentence parts={parts}>{(put) => say('bounds', { ...put, day: 'today' })}</Sentence>,
  );
  expect(drawn).toBe(shown);
});
