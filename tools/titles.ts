import ts from 'typescript';
import { allFiles, readText } from './tree.ts';

export interface TestTitle {
  file: string;
  line: number;
  /** Titles of the enclosing describes and of the test, joined by a space. */
  title: string;
}

/** The titles of all tests in one file, read from its syntax without running it. */
export function testTitles(file: string, text: string): TestTitle[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, outer: string[]): void => {
    const call = ts.isCallExpression(node) ? readCall(node) : null;
    let inner = outer;
    if (call?.kind === 'describe') inner = [...outer, call.title];
    if (call?.kind === 'test') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      titles.push({ file, line: line + 1, title: [...outer, call.title].join(' ') });
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, []);
  return titles;
}

/** Reads test('…'), it.skipIf(x)('…'), describe.each([…])(`…`); null for any other call. */
function readCall(node: ts.CallExpression): { kind: 'test' | 'describe'; title: string } | null {
  const [first] = node.arguments;
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return null;
  let callee: ts.Expression = node.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
      callee = callee.expression;
    } else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return null;
  }
  const name = callee.text;
  if (name !== 'test' && name !== 'it' && name !== 'describe') return null;
  return { kind: name === 'describe' ? 'describe' : 'test', title: first.getText().slice(1, -1) };
}

export function allTestTitles(): TestTitle[] {
  return allFiles()
    .filter((file) => /\.(test|suite)\.tsx?$/.test(file))
    .flatMap((file) => testTitles(file, readText(file)));
}
