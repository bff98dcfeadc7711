import { limits as apiKeyLimits } from '@assay/modules/api-keys/schema';
import { limits as cfdLimits } from '@assay/modules/cfd/schema';
import { limits as contentLimits } from '@assay/modules/content/schema';
import { limits as identityLimits } from '@assay/modules/identity/schema';
import { limits as launchLimits } from '@assay/modules/launch/schema';
import { limits as loanLimits } from '@assay/modules/loans/schema';
import { limits as orderLimits } from '@assay/modules/orders/schema';
import { limits as purchaseLimits } from '@assay/modules/purchases/schema';
import { limits as rewardLimits } from '@assay/modules/rewards/schema';
import { limits as supportLimits } from '@assay/modules/support/schema';
import { limits as verificationLimits } from '@assay/modules/verification/schema';
import { limits as walletLimits } from '@assay/modules/wallet/schema';
import { basicLimits, joinLimits } from '@assay/platform/http/limit-table';

/** How much of each kind of request is allowed: the platform's rows and those of the modules. */
export const limitTable = joinLimits(
  basicLimits,
  identityLimits,
  apiKeyLimits,
  orderLimits,
  contentLimits,
  verificationLimits,
  supportLimits,
  walletLimits,
  purchaseLimits,
  loanLimits,
  launchLimits,
  cfdLimits,
  rewardLimits,
);
