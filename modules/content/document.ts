import type { Block, Inline } from '@assay/core/text';
import { lexer, type Token, type Tokens } from 'marked';
import { linkOf } from './rules.ts';

/** Parts within parts; what lies deeper is shown as plain text. */
const DEPTH_MAX = 6;

/**
 * Parses a text in Markdown into what the apps draw. Whatever is not one of these parts, such as a
 * tag of HTML, is kept as text: nothing that was written disappears, and nothing of it can run.
 */
export function documentOf(written: string): Block[] {
  return blocksOf(lexer(cleaned(written), { gfm: true, breaks: false }), 0);
}

/** Without what cannot be seen and what the database cannot store; lines and tabs are kept. */
export function cleaned(written: string): string {
  return written.replaceAll('\r\n', '\n').replace(HALF, '\ufffd').replace(INVISIBLE, '');
}

/** The words of a document, for the search and for previews. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks.map(blockWords).join('\n');
}

/** Control characters, and marks that turn the direction of what follows them. */
const INVISIBLE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Half of a sign of two units. */
const HALF = /\p{Cs}/gu;

function blocksOf(tokens: readonly Token[], depth: number): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'space' || token.type === 'def' || token.type === 'checkbox') return [];
    if (depth >= DEPTH_MAX) return [paragraph(plainText(token.raw))];
    return [blockOf(token, depth)];
  });
}

function blockOf(token: Token, depth: number): Block {
  switch (token.type) {
    case 'heading':
      // The title of the screen is the heading of the first level.
      return {
        kind: 'heading',
        level: Math.min(Math.max((token as Tokens.Heading).depth, 2), 4),
        content: inlinesOf(token.tokens, depth),
      };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { kind: 'list', ordered, items: items.map((item) => itemOf(item, depth)) };
    }
    case 'blockquote':
      return { kind: 'quote', content: blocksOf(token.tokens ?? [], depth + 1) };
    case 'code':
      return { kind: 'code', text: (token as Tokens.Code).text };
    case 'table':
      return tableOf(token as Tokens.Table, depth);
    case 'hr':
      return { kind: 'rule' };
    default: {
      const { tokens } = token as { tokens?: Token[] };
      if (tokens === undefined) return paragraph(plainText(token.raw));
      return { kind: 'paragraph', content: inlinesOf(tokens, depth) };
    }
  }
}

const itemOf = ({ tokens }: Tokens.ListItem, depth: number) => blocksOf(tokens, depth + 1);

function tableOf({ header, rows }: Tokens.Table, depth: number): Block {
  const cell = ({ tokens }: Tokens.TableCell) => inlinesOf(tokens, depth);
  return { kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) };
}

function inlinesOf(tokens: readonly Token[] | undefined, depth: number): Inline[] {
  return (tokens ?? []).map((token) => inlineOf(token, depth));
}

function inlineOf(token: Token, depth: number): Inline {
  if (depth >= DEPTH_MAX) return plainText(token.raw);
  const content = () => inlinesOf((token as { tokens?: Token[] }).tokens, depth + 1);
  switch (token.type) {
    case 'strong':
      return { kind: 'strong', content: content() };
    case 'em':
      return { kind: 'emphasis', content: content() };
    case 'del':
      return { kind: 'struck', content: content() };
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'br':
      return { kind: 'break' };
    case 'escape':
      return plainText((token as Tokens.Escape).text);
    case 'link': {
      const to = linkOf((token as Tokens.Link).href);
      return to === null ? plainText(token.raw) : { kind: 'link', to, content: content() };
    }
    default:
      return plainText(token.raw);
  }
}

const plainText = (text: string): Inline => ({ kind: 'text', text: text.replaceAll('\n', ' ') });
const paragraph = (content: Inline): Block => ({ kind: 'paragraph', content: [content] });

function blockWords(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.content.map(inlineWords).join('');
    case 'quote':
      return wordsOf(block.content);
    case 'list':
      return block.items.map(wordsOf).join('\n');
    case 'code':
      return block.text;
    case 'table':
      return [block.head, ...block.rows]
        .map((row) => row.map((cell) => cell.map(inlineWords).join('')).join(' '))
        .join('\n');
    default:
      return '';
  }
}

function inlineWords(inline: Inline): string {
  if ('text' in inline) return inline.text;
  return 'content' in inline ? inline.content.map(inlineWords).join('') : ' ';
}
