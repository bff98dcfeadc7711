import { Label } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { Coming } from '../coming.tsx';
import css from './text.module.css';

/** The texts that ship with the software, by their ids in the specification. */
const TEXTS = { 3: 'agreement', 5: 'privacy' } as const;
type TextName = (typeof TEXTS)[keyof typeof TEXTS];
const ADDRESSES: Readonly<Record<TextName, string>> = {
  agreement: '/agrt?id=3',
  privacy: '/text?id=5',
};
/** When either text was last changed. */
const CHANGED_AT = Date.UTC(2026, 10, 22);

/** /text and /agrt: the text that `id` names; without an id /agrt shows the agreement. */
export default function TextScreen() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const id = params.get('id') ?? (pathname === '/agrt' ? '3' : '');
  const name = (TEXTS as Readonly<Record<string, TextName>>)[id];
  return name === undefined ? <Coming screen="texts" /> : <Text name={name} />;
}

function Text({ name }: { name: TextName }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const title = t(($) => $.texts[name].title);
  useTitle(title);
  const points = t(($) => $.texts[name].points, { returnObjects: true });
  const others = (Object.keys(ADDRESSES) as TextName[]).filter((other) => other !== name);
  return (
    <article className={css.screen}>
      <header className={css.head}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{t(($) => $.texts[name].lead)}</p>
        <p className={css.version}>
          {t(($) => $.texts.version, { date: date(CHANGED_AT) })} · {t(($) => $.texts.own)}
        </p>
      </header>
      <ol className={css.points}>
        {Object.values(points).map((point, i) => (
          <li key={point.title}>
            <span className={css.number} aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <h2 className={css.point}>{point.title}</h2>
              <p className={css.text}>{point.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <nav aria-label={t(($) => $.texts.others)} className={css.others}>
        <Label>{t(($) => $.texts.others)}</Label>
        {others.map((other) => (
          <Link key={other} to={ADDRESSES[other]}>
            {t(($) => $.texts[other].title)}
          </Link>
        ))}
      </nav>
    </article>
  );
}
