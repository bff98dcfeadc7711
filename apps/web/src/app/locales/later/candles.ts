import { addTexts } from '../../i18n.ts';
import chart from '../en/chart.json';
import panels from '../en/panels.json';

// Of candles and of what stands beside them, on every screen that has them.
addTexts({ chart, panels });
