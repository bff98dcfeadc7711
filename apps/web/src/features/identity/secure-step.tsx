import { Points } from '@assay/kit/display/points.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { FormFrame } from './form-frame.tsx';

/** After a registration: what protects the account is offered, and passed over by one touch. */
export function SecureStep() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = t(($) => $.identity.secure.title);
  useTitle(title);
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.identity.secure.lead)}
      formError=""
      failures={0}
      onSubmit={() => void navigate('/index', { replace: true })}
    >
      <Points>
        <li>
          <Link to="/bindmpwd">{t(($) => $.identity.secure.tradePassword)}</Link>
          <br />
          {t(($) => $.identity.secure.tradePasswordText)}
        </li>
        <li>
          <Link to="/setting/security">{t(($) => $.identity.secure.factor)}</Link>
          <br />
          {t(($) => $.identity.secure.factorText)}
        </li>
        <li>
          <Link to="/sfyz">{t(($) => $.identity.secure.verification)}</Link>
          <br />
          {t(($) => $.identity.secure.verificationText)}
        </li>
      </Points>
      <Button type="submit" size="lg" fullWidth variant="default">
        {t(($) => $.identity.secure.skip)}
      </Button>
    </FormFrame>
  );
}
