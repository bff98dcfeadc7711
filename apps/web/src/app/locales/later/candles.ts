import { addTexts } from '../../i18n.ts';
import chart from '../en/chart.json';

// Of candles, on every screen that has them.
addTexts({ chart });
