import { Loaded } from '@assay/kit/feedback/states.tsx';
import { Grid, Page, PageHead } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../ui/use-title.ts';
import { BenefitCard } from './benefit-card.tsx';
import { useBenefits } from './use-rewards.ts';

/** /benefits: what the house gives. */
export default function BenefitsScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.rewards.benefits.title), t(($) => $.rewards.benefits.lead)];
  useTitle(title, lead);
  const query = useBenefits();
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      <Loaded query={query} height="20rem">
        {(benefits) => (
          <Grid cards least="22rem">
            {benefits.benefits.map(({ benefitId }) => (
              <BenefitCard
                key={benefitId}
                benefits={benefits}
                id={benefitId}
                to={`/benefitsDetail?id=${benefitId}`}
                action={t(($) => $.rewards.benefits.more)}
              />
            ))}
          </Grid>
        )}
      </Loaded>
    </Page>
  );
}
