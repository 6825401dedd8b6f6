// @ts-check
/** @typedef {import('./orders.js').Order} Order */
/** @typedef {import('./orders.js').Product} Product */

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** @param {Product} product */
const priceOf = ({ price }) => reais.format(price / 100);

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `
  :root { color-scheme: light dark; --accent: #c2123f; }
  body { max-width: 480px; margin: 32px auto; padding: 0 16px; font: 16px/1.5 system-ui, sans-serif; }
  a { color: inherit; }
  ul { padding: 0; list-style: none; }
  li { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-bottom: 12px; }
  label { display: block; margin-bottom: 12px; font-size: 14px; }
  input, button { box-sizing: border-box; width: 100%; min-height: 44px; font: inherit; }
  li form { flex: none; width: 120px; }
  button { border: 0; border-radius: 8px; background: var(--accent); color: #fff; cursor: pointer; }
  button:disabled { opacity: 0.6; cursor: default; }
  details { margin-bottom: 16px; padding: 12px 16px; border: 1px solid #8886; border-radius: 8px; }
  summary { min-height: 32px; cursor: pointer; }
  img { display: block; width: 240px; margin: 16px auto; background: #fff; }
  textarea { box-sizing: border-box; width: 100%; height: 96px; font: 13px/1.4 monospace; }
`;

/** @param {string} title @param {string} body @param {string} [head] */
const page = (title, body, head = '') => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)}</title>
    <style>${style}</style>
    ${head}
  </head>
  <body>
    <main>
      <h1>${escape(title)}</h1>
      ${body}
    </main>
  </body>
</html>`;

/** @param {readonly Product[]} products */
export const catalogue = (products) =>
  page(
    'Loja da Pitanga',
    `<ul>${products
      .map(
        (product) => `<li><span>${escape(product.name)}<br />${priceOf(product)}</span>
          <form method="post" action="/orders"><button name="product" value="${product.id}">Comprar</button></form></li>`,
      )
      .join('')}</ul>`,
  );

/** @param {string} text */
export const problem = (text) =>
  page('Não deu certo', `<p role="alert">${escape(text)}</p><a href="/">Voltar à loja</a>`);

/** @param {Order} order @param {{ publicKey: string, pitangaUrl: string }} fields */
export function orderPage(order, fields) {
  if (order.paid) return page('Pedido pago', `<p>Obrigado! Sua ${escape(order.product.name)} está a caminho.</p>`);
  const heading = `<p>${escape(order.product.name)}: <strong>${priceOf(order.product)}</strong></p>`;
  return order.charge === null
    ? page('Como você quer pagar?', heading + waysToPay(order, fields), cardScript(fields.pitangaUrl))
    : page('Falta o pagamento', heading + howToPay(order.charge) + watch(order));
}

/** @param {string} pitangaUrl */
const cardScript = (pitangaUrl) => `<script src="${escape(pitangaUrl)}/js/v1/pitanga.js"></script>`;

/** @param {Order} order @param {{ publicKey: string }} fields */
const waysToPay = ({ id }, { publicKey }) => `
  <form method="post" action="/orders/${id}/pix"><button>Pagar com Pix</button></form>
  <br />
  <details>
    <summary>Pagar com boleto</summary>
    <form method="post" action="/orders/${id}/boleto">
      <label>Nome completo <input name="name" autocomplete="name" required /></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" required /></label>
      <label>CPF ou CNPJ <input name="taxId" inputmode="numeric" required /></label>
      <label>Celular <input name="cellphone" type="tel" autocomplete="tel-national" required /></label>
      <button>Gerar boleto</button>
    </form>
  </details>
  <details>
    <summary>Pagar com cartão</summary>
    <form id="card">
      <label>Nome impresso no cartão <input name="holder" autocomplete="cc-name" required minlength="2" /></label>
      <div id="fields"></div>
      <p id="result" role="status"></p>
      <button disabled>Pagar com cartão</button>
    </form>
  </details>
  <script>${cardForm(id, publicKey)}</script>`;

/** The card is typed into a frame of the platform: this shop sees a token and never a digit. */
const cardForm = (/** @type {string} */ orderId, /** @type {string} */ publicKey) => `
  const form = document.querySelector('#card');
  const button = form.querySelector('button');
  const result = document.querySelector('#result');
  const fields = Pitanga(${JSON.stringify(publicKey)}).cardFields({ element: '#fields', style: { borderRadius: 8 } });
  fields.on('ready', () => (button.disabled = false));
  fields.on('error', (error) => (result.textContent = error.message));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    result.textContent = '';
    try {
      const { id: token } = await fields.createToken({ holderName: form.holder.value });
      const answer = await fetch('/orders/${orderId}/card', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      const { error, actionUrl } = await answer.json();
      if (error) throw new Error(error);
      if (actionUrl) await Pitanga.confirm({ actionUrl });
      location.reload();
    } catch (error) {
      result.textContent = error.message;
      button.disabled = false;
    }
  });`;

/** @param {import('@pitanga-pay/sdk').Charge} charge */
function howToPay(charge) {
  if (charge.method === 'PIX')
    return `<p>Abra o app do seu banco e leia o código, ou copie e cole.</p>
      <img src="${escape(charge.brCodeBase64 ?? '')}" alt="QR Code do Pix" />
      <label>Pix copia e cola <textarea readonly>${escape(charge.brCode)}</textarea></label>`;
  if (charge.method === 'BOLETO')
    return `<label>Linha digitável <textarea readonly>${escape(charge.digitableLine)}</textarea></label>
      <p><a href="${escape(charge.url ?? '')}">Abrir o boleto</a></p>`;
  return '<p>O banco está confirmando o pagamento.</p>';
}

/** The page looks until the webhook has told this shop of the payment. @param {Order} order */
const watch = ({ id }) => `<p role="status">Esperando o pagamento…</p>
  <script>
    setInterval(async () => {
      const { paid } = await (await fetch('/orders/${id}/status')).json();
      if (paid) location.reload();
    }, 2000);
  </script>`;
