import type { Block, Inline } from '@assay/core/text';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import css from './rich-text.module.css';

interface RichTextProps {
  document: readonly Block[];
  /** Addresses of this site that are no screens of the app. */
  outside?: readonly string[];
}

/** A text of the operator, drawn part by part: no HTML is made of what somebody wrote. */
export function RichText({ document, outside = [] }: RichTextProps) {
  return <div className={css.text}>{document.map((block, i) => blockOf(block, i, outside))}</div>;
}

function blockOf(block: Block, key: number, outside: readonly string[]): ReactNode {
  const line = (content: readonly Inline[]) => inlinesOf(content, outside);
  switch (block.kind) {
    case 'heading':
      return headingOf(block.level, key, line(block.content));
    case 'paragraph':
      return <p key={key}>{line(block.content)}</p>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      const items = block.items.map((item, i) => (
        <li key={String(i)}>{item.map((part, at) => itemOf(part, at, outside))}</li>
      ));
      return <List key={key}>{items}</List>;
    }
    case 'quote':
      return (
        <blockquote key={key}>
          {block.content.map((part, i) => blockOf(part, i, outside))}
        </blockquote>
      );
    case 'code':
      return (
        <pre key={key} dir="ltr">
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return <Table key={key} {...block} line={line} />;
    case 'rule':
      return <hr key={key} />;
  }
}

/** A paragraph of a list is its line. */
function itemOf(block: Block, key: number, outside: readonly string[]): ReactNode {
  if (block.kind !== 'paragraph') return blockOf(block, key, outside);
  return <Fragment key={key}>{inlinesOf(block.content, outside)}</Fragment>;
}

function headingOf(level: number, key: number, content: ReactNode): ReactNode {
  if (level <= 2) return <h2 key={key}>{content}</h2>;
  return level === 3 ? <h3 key={key}>{content}</h3> : <h4 key={key}>{content}</h4>;
}

interface TableProps extends Extract<Block, { kind: 'table' }> {
  line(content: readonly Inline[]): ReactNode;
}

function Table({ head, rows, line }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, i) => (
            <th key={String(i)} scope="col">
              {line(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={String(i)}>
            {row.map((cell, at) => (
              <td key={String(at)}>{line(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inlinesOf(content: readonly Inline[], outside: readonly string[]): ReactNode {
  const drawn = content.map((inline, i) => inlineOf(inline, String(i), outside));
  // A link that is a whole line is a target of its own, and not a word of a sentence.
  const isLink = content.length === 1 && content[0]?.kind === 'link';
  return isLink ? <span className={css.line}>{drawn}</span> : drawn;
}

function inlineOf(inline: Inline, key: string, outside: readonly string[]): ReactNode {
  switch (inline.kind) {
    case 'text':
      return <Fragment key={key}>{inline.text}</Fragment>;
    case 'code':
      return (
        <code key={key} dir="ltr">
          {inline.text}
        </code>
      );
    case 'break':
      return <br key={key} />;
    case 'strong':
      return <strong key={key}>{inlinesOf(inline.content, outside)}</strong>;
    case 'emphasis':
      return <em key={key}>{inlinesOf(inline.content, outside)}</em>;
    case 'struck':
      return <s key={key}>{inlinesOf(inline.content, outside)}</s>;
    case 'link':
      return linkOf(inline.to, key, inlinesOf(inline.content, outside), outside);
  }
}

/** The server lets no other addresses through; an answer that was tampered with has no link. */
function linkOf(to: string, key: string, content: ReactNode, outside: readonly string[]) {
  if (/^\/(?![/\\])/.test(to)) {
    return (
      <Way key={key} to={to} isOutside={outside.includes(to)}>
        {content}
      </Way>
    );
  }
  if (!/^(?:https:\/\/|mailto:)/i.test(to)) return <Fragment key={key}>{content}</Fragment>;
  return (
    <a key={key} href={to} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  );
}

/** A link to another page; a text that is shown at several addresses may name its own. */
function Way({ to, isOutside, children }: { to: string; isOutside: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  if (to === pathname) return <>{children}</>;
  return (
    <Link to={to} reloadDocument={isOutside}>
      {children}
    </Link>
  );
}
