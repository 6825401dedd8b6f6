import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { codeBlocks } from './src/code-blocks.mjs';
import { sidebar } from './src/sidebar.mjs';

// The host differs with each installation, so there is no `site`: every address is relative to it.
export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  // The policy of the gateway allows no style inside a page.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Pitanga',
      logo: { src: './src/assets/pitanga.svg', alt: '' },
      favicon: '/favicon.svg',
      defaultLocale: 'root',
      locales: { root: { label: 'Português', lang: 'pt-BR' }, en: { label: 'English', lang: 'en' } },
      sidebar,
      customCss: ['./src/theme.css'],
      components: { PageTitle: './src/parts/PageTitle.astro' },
      expressiveCode: codeBlocks,
      head: [
        { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' } },
        {
          tag: 'link',
          attrs: { rel: 'alternate', type: 'application/atom+xml', href: '/docs/changelog.xml', title: 'Pitanga' },
        },
      ],
      pagination: true,
      credits: false,
    }),
  ],
});
