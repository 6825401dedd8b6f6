import { defineWords } from '../words/words';

export const pageWords = defineWords({ test: 'Teste' }, { test: 'Test' });
