import { addTexts } from '../../i18n.ts';
import optionStatistics from '../en/optionStatistics.json';

// Of the public page about what options took, paid and kept.
addTexts({ optionStatistics });
