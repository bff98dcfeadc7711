import { addTexts } from '../../i18n.ts';
import desk from '../en/desk.json';
import spot from '../en/spot.json';
import './candles.ts';

addTexts({ desk, spot });
