import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
export default defineConfig({
  base: '/docs',
  outDir: '../../dist/gateway/docs',
  integrations: [
    starlight({
      title: 'Pitanga',
      locales: { root: { label: 'Português', lang: 'pt-BR' }, en: { label: 'English', lang: 'en' } },
    }),
  ],
});
