import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogue, type SourceName, sources } from '../testing/sources.ts';
import { en } from './locales/en.ts';

/**
 * `($) => $.a.b`, also over several lines; a `[` ends the path, because the rest is chosen at run
 * time.
 */
const SELECTOR = /\(\$\)\s*=>\s*\$((?:\s*\.\s*\w+)+)(\s*\[)?/g;

/** Attributes that users see or hear; any other may hold a technical word. */
const TEXT_ATTRIBUTES = /^(?:title|alt|label|placeholder|description|aria-label|aria-description)$/;

function leaves(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : leaves(value, `${prefix}${key}.`),
  );
}

/** To the caller, all plural forms are one text. */
const withoutPlural = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

function usedKeys(app: SourceName): { exact: Set<string>; below: Set<string> } {
  const exact = new Set<string>();
  const below = new Set<string>();
  for (const [, text] of [...sources(app, ''), ...sources('kit', '')]) {
    for (const [, path = '', open] of text.matchAll(SELECTOR)) {
      const key = path.replace(/\s/g, '').slice(1);
      if (open) below.add(`${key}.`);
      else exact.add(key);
    }
  }
  return { exact, below };
}

/** The kit has texts of its own, which are a part of each app's catalogue. */
const CATALOGUES: readonly (readonly [SourceName, object])[] = [
  ['web', en],
  ['console', { kit: en.kit, ...catalogue('../../../console/src/app/locales/en.json') }],
];

describe.each(CATALOGUES)('the English catalogue of %s', (app, texts) => {
  const known = new Set(leaves(texts).map(withoutPlural));
  const { exact, below } = usedKeys(app);

  it('UI-011 has every key that is used', () => {
    const groups = [...known].flatMap((key) =>
      key.split('.').map((_, i, parts) => parts.slice(0, i).join('.')),
    );
    const there = new Set([...known, ...groups]);
    expect([...exact].filter((key) => !there.has(key))).toEqual([]);
    expect(exact.size).toBeGreaterThan(50);
  });

  it('UI-011 has no unused key', () => {
    const used = (key: string) =>
      exact.has(key) ||
      [...below].some((prefix) => key.startsWith(prefix)) ||
      // A selector may select a whole group: `t(($) => $.group, { returnObjects: true })`.
      [...exact].some((group) => key.startsWith(`${group}.`));
    expect([...known].filter((key) => !used(key))).toEqual([]);
  });

  it('UI-010 is the only source of text on the screen', () => {
    const shown = [...sources(app, '.tsx'), ...sources('kit', '.tsx')];
    const found = shown.flatMap(([path, text]) => literalTexts(path, text));
    expect(found).toEqual([]);
  });
});

it('UI-010 the check notices literal text in the code', () => {
  const page = 'const a = <p title="Hello">Buy <b>{`x`}</b></p>;';
  expect(literalTexts('a.tsx', page)).toEqual(['a.tsx: Hello', 'a.tsx: Buy', 'a.tsx: x']);
});

/** Text between tags, in braces between tags, and in attributes that users see or hear. */
function literalTexts(path: string, text: string): string[] {
  const found: string[] = [];
  const note = (words: string) => {
    if (/\p{L}/u.test(words)) found.push(`${path}: ${words.trim()}`);
  };
  const literal = (node: ts.Node | undefined) => {
    if (node && (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))) {
      note(node.text);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) literal(node.expression);
    if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.test(node.name.getText(file))) {
      const value = node.initializer;
      literal(value && ts.isJsxExpression(value) ? value.expression : value);
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);
  visit(file);
  return found;
}
