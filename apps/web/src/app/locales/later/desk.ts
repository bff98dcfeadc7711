import { addTexts } from '../../i18n.ts';
import chart from '../en/chart.json';
import desk from '../en/desk.json';
import spot from '../en/spot.json';

addTexts({ chart, desk, spot });
