import { addTexts } from '../../i18n.ts';
import accountArea from '../en/accountArea.json';
import credit from '../en/credit.json';
import promotion from '../en/promotion.json';
import rewards from '../en/rewards.json';

// Of what the house gives, in the area of an account: rewards, invitations, fees, the score.
addTexts({ accountArea, credit, promotion, rewards });
