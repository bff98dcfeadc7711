import './styles.css';
import { begin } from './begin.tsx';
import { ROUTES } from './route-table.ts';

begin(ROUTES);
