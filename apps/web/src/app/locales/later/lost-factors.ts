import { addTexts } from '../../i18n.ts';
import lostFactors from '../en/lostFactors.json';

// Of a log-in's second step, for who has lost all that it asks for.
addTexts({ lostFactors });
