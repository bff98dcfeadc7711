/**
 * Makes the enums by which the hot path finds the fields of records in typed arrays. They stand in
 * files of their own because the bundler writes their members into the code as numbers.
 *   tsx tools/layouts.ts    writes the files; a test holds them against the declarations
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { layoutOf, rowLayoutOf } from '@assay/core/schema/layout';
import type { RecordDeclaration } from '@assay/core/schema/record';
import { openOrder, trade } from '../core/order/life/tables.ts';
import { order as sampleOrder, trade as sampleTrade } from '../platform/engine/testing/samples.ts';
import { root } from './tree.ts';

interface LayoutFile {
  readonly file: string;
  readonly declaration: RecordDeclaration;
  /** Records that change in typed arrays, or rows of numbers that are only added. */
  readonly form: 'records' | 'rows';
}

export const layoutFiles: readonly LayoutFile[] = [
  { file: 'core/order/life/order-layout.ts', declaration: openOrder, form: 'records' },
  { file: 'core/order/life/trade-layout.ts', declaration: trade, form: 'rows' },
  { file: 'platform/engine/testing/order-layout.ts', declaration: sampleOrder, form: 'records' },
  { file: 'platform/engine/testing/trade-layout.ts', declaration: sampleTrade, form: 'rows' },
];

/** The text of a file of enums. */
export function layoutText({ declaration, form }: Omit<LayoutFile, 'file'>): string {
  const head = `// Made from the declaration of ${declaration.table} by \`npx tsx tools/layouts.ts\`.`;
  const parts = form === 'records' ? recordEnums(declaration) : rowEnums(declaration);
  return `${[head, ...parts.filter((part) => part !== null)].join('\n\n')}\n`;
}

function recordEnums(declaration: RecordDeclaration): (string | null)[] {
  const { size, log, number, int, mark, text, cold } = layoutOf(declaration);
  const bits = mark.map((field, i) => `${field} = ${2 ** i}`);
  return [
    enumOf('Size of a record in each of the two arrays, and its binary logarithm.', 'Layout', [
      `size = ${size}`,
      `log = ${log}`,
    ]),
    enumOf('Positions in the numbers of a record.', 'Num', number),
    enumOf('Positions in the ints of a record.', 'Int', int),
    enumOf('Bits of the word of marks.', 'Mark', bits),
    enumOf('Numbers of the lists of texts.', 'Text', text),
    enumOf('Positions in the cold numbers of a record.', 'Cold', cold),
  ];
}

function rowEnums(declaration: RecordDeclaration): (string | null)[] {
  return [enumOf('Positions in the numbers of a row.', 'Field', rowLayoutOf(declaration).fields)];
}

function enumOf(comment: string, name: string, members: readonly string[]): string | null {
  if (members.length === 0) return null;
  const lines = members.map((member) => `  ${member},\n`).join('');
  return `/** ${comment} */\nexport enum ${name} {\n${lines}}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const layout of layoutFiles) {
    fs.writeFileSync(path.join(root, layout.file), layoutText(layout));
  }
}
