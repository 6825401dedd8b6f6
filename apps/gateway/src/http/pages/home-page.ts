import { html } from './html/html';
import type { PageContent } from './html/layout';

/** The page at the root of the host. */
export const homePage: PageContent = {
  title: 'Pitanga',
  isTest: false,
  body: html`<h1>Pitanga</h1>
    <p>Este é o endereço da API de cobranças e pagamentos da Pitanga, e das páginas em que os clientes pagam.</p>
    <p lang="en">This is the host of the Pitanga payments API, and of the pages on which customers pay.</p>
    <a class="button main" href="/dashboard">Entrar no painel <span lang="en">/ Dashboard</span></a>
    <a class="button" href="/docs">Documentação <span lang="en">/ Documentation</span></a>
    <a class="button" href="/docs/errors">Códigos de erro <span lang="en">/ Error codes</span></a>
    <a class="button quiet" href="/v2/openapi.json">OpenAPI v2</a>
    <a class="button quiet" href="/v1/openapi.json">OpenAPI v1</a>
    <p class="soft">Recebeu um link de pagamento? Abra o endereço completo que a loja enviou.</p>`,
};
