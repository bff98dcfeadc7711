import { bookSuite } from './book.suite.ts';
import { NaiveBook } from './naive-book.ts';

bookSuite('NaiveBook', () => new NaiveBook());
