import './styles.css';
import './i18n.ts';
import { createRoot } from 'react-dom/client';
import { session } from '../lib/session.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) void session.ask().then(() => createRoot(root).render(<App />));
