import { IconFlask } from '@assay/kit/icons/flask.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { usePractise } from '../../lib/data/use-practise.ts';
import css from './hero.module.css';
import { Readings } from './readings.tsx';

/** The head of the home screen: the claim, the two buttons, and the figures that back the claim. */
export function Hero() {
  const { t } = useTranslation();
  return (
    <div className={css.hero}>
      <Dial />
      <div className={css.words}>
        <h1 className={css.title}>{t(($) => $.home.title)}</h1>
        <p className={css.lead}>{t(($) => $.home.lead)}</p>
        <Actions />
      </div>
      <Readings />
    </div>
  );
}

/** The brand's mark as a dial: an octagon with a graduated rim. Decoration only. */
function Dial() {
  return (
    <svg className={css.dial} viewBox="-200 -200 400 400" aria-hidden="true">
      <circle r="190" className={css.rim} pathLength="1200" />
      <circle r="184" className={css.rimFine} pathLength="360" />
      <path d="M-60-145H60L145-60V60L60 145H-60L-145 60V-60z" />
      <path d="M-52-126H52L126-52V52L52 126H-52L-126 52V-52z" className={css.inner} />
      <path d="M-46 74-6-66H6L46 74M-31 26H31" />
    </svg>
  );
}

function Actions() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.token !== null);
  const practising = useRealm() === 'demo';
  const { busy, practise } = usePractise();
  return (
    <>
      <div className={css.doors}>
        <Button size="lg" component={Link} to={signedIn ? '/deal?ticket=buy' : '/register'}>
          {signedIn ? t(($) => $.home.trade) : t(($) => $.home.open)}
        </Button>
        {practising ? null : (
          <Button
            size="lg"
            variant="default"
            loading={busy}
            leftSection={<IconFlask size={17} stroke={1.5} aria-hidden="true" />}
            onClick={practise}
          >
            {t(($) => $.home.practise)}
          </Button>
        )}
      </div>
      {signedIn ? null : <p className={css.note}>{t(($) => $.home.virtualNote)}</p>}
    </>
  );
}
