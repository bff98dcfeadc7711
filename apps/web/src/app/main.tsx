import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ROUTES } from './route-table.ts';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App routes={ROUTES} />);
