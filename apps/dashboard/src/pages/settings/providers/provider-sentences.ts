/**
 * What the API says of an account at a provider that does not work, and the same in Portuguese. `{host}` and the like stand for
 * what differs. A sentence that is not here stands as it came: provider-sentences.test.ts finds it in the services' sources.
 */
export const providerSentences: readonly (readonly [english: string, portuguese: string])[] = [
  // The connection: libs/provider-account/src/provider-faults.ts
  ['The name {host} cannot be resolved: look at the address', 'O nome {host} não existe: confira o endereço'],
  [
    'The address {host} may not be called: it is not public, and the operator has not allowed its network',
    'O endereço {host} não pode ser chamado: não é público, e o operador não liberou a rede dele',
  ],
  [
    'Nothing answers at {host}: look at the address and the port',
    'Ninguém responde em {host}: confira o endereço e a porta',
  ],
  ['{host} did not answer in time', '{host} não respondeu a tempo: tente de novo em alguns minutos'],
  [
    'The certificate of {host} is not valid yet: the clock of this installation may be behind',
    'O certificado de {host} ainda não vale: o relógio desta instalação pode estar atrasado',
  ],
  [
    'The certificate of {host} has ended, or the clock of this installation is ahead',
    'O certificado de {host} venceu, ou o relógio desta instalação está adiantado',
  ],
  [
    'The certificate of {host} is of another name: look at the address',
    'O certificado de {host} é de outro nome: confira o endereço',
  ],
  [
    "The certificate of {host} is of an authority that is not known here: set the provider's 'ca'",
    'O certificado de {host} é de uma autoridade desconhecida aqui: envie a autoridade do provedor (PEM)',
  ],
  [
    '{host} ended the connection: it may not accept the certificate that was set',
    '{host} encerrou a conexão: talvez não aceite o certificado enviado. Confira se é o deste ambiente e desta aplicação',
  ],
  [
    '{host} does not speak TLS as expected: look at the address and the port',
    '{host} não fala TLS como esperado: confira o endereço e a porta',
  ],
  [
    '{host} answered something that is no answer of an API: look at the address',
    '{host} respondeu algo que não é de uma API: confira o endereço',
  ],
  ['{host} gave no usable answer ({code})', '{host} não deu uma resposta que sirva ({code})'],
  [
    "The clock of this installation is {seconds} s ahead of the provider's",
    'O relógio desta instalação está {seconds} s adiantado em relação ao do provedor',
  ],
  [
    "The clock of this installation is {seconds} s behind the provider's",
    'O relógio desta instalação está {seconds} s atrasado em relação ao do provedor',
  ],
  // What was typed: libs/provider-account/src/account-settings.ts, apps/billing/src/pix-accounts
  [
    "Property '{name}' cannot be read: it should be PEM, with its passphrase if it is encrypted",
    "Não foi possível ler '{name}': precisa ser PEM, com a senha se estiver cifrado",
  ],
  [
    "Property '{name}' should be a public address, or one that the operator allows",
    "'{name}' precisa ser um endereço público, ou um que o operador libere",
  ],
  [
    "Property '{name}' should be an https address without user name, password or port 0",
    "'{name}' precisa ser um endereço https sem usuário, senha nem porta 0",
  ],
  [
    "Property 'privateKey' should be the key of the certificate",
    'A chave privada não é a deste certificado: envie as duas do mesmo par',
  ],
  ['The certificate ended at {time}', 'O certificado venceu em {time}: peça um novo ao banco'],
  [
    "Property 'pkcs12' cannot be read: it should be the base64 of a .p12 or .pfx file, with its password as 'passphrase'",
    'Não foi possível abrir o arquivo do certificado: precisa ser .p12 ou .pfx, com a senha dele no campo da senha',
  ],
  ["Property '{name}' is missing", "Falta '{name}'"],
  ["Property '{name}' is missing: {bank} asks for it", "Falta '{name}': {bank} pede"],
  [
    "Property '{name}' is missing: the address of {bank} is not known here, ask the bank",
    "Falta '{name}': o endereço de {bank} não é conhecido aqui, peça ao banco",
  ],
  ["Properties 'conta' and 'tipoConta' go together", "'Conta' e 'Tipo de conta' andam juntas: preencha as duas"],
  // A bank: apps/billing/src/bacen-pix/account-check.ts, apps/billing/src/managing/test-pix-account.ts
  [
    "{bank}: the answer at 'baseUrl' is not one of the Pix API: look at the address and its prefix",
    '{bank}: a resposta não é da API Pix. Confira o endereço da API e o prefixo dele',
  ],
  [
    "{bank} refused to show the callback address of 'pixKey' ({status}): look at the key and 'baseUrl'",
    '{bank} não mostra o endereço de retorno da chave Pix ({status}): confira a chave e o endereço da API',
  ],
  [
    "{bank} gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate, or a scope was not granted",
    '{bank} não dá o token: Client ID, Client secret ou o endereço do token está errado, ou é de outro certificado ou ambiente, ou falta um escopo na aplicação',
  ],
  [
    "{bank} gives no token: 'clientId' or 'tokenUrl' is wrong, or of another certificate, or a scope was not granted",
    '{bank} não dá o token: Client ID ou o endereço do token está errado, ou é de outro certificado ou ambiente, ou falta um escopo na aplicação',
  ],
  [
    "{bank} refuses the token: the application lacks the scopes of Pix, 'pixKey' is not this receiver's, or look at 'baseUrl'",
    '{bank} recusa o token: faltam os escopos de Pix na aplicação, ou a chave Pix não é desta conta, ou o endereço da API está errado',
  ],
  [
    'The bank that receives the Pix did not answer; try again in a moment: it answers with an error of its own',
    'O banco responde com um erro dele mesmo: tente de novo em alguns minutos',
  ],
  [
    "{bank} calls {address} when 'pixKey' is paid: connect again to register ours; payments are found by polling",
    '{bank} não chama o nosso endereço quando a chave Pix recebe: conecte de novo para registrá-lo. Enquanto isso os pagamentos são achados por consulta',
  ],
  // Efí's boletos and what it sends: apps/billing/src/efi/efi-check.ts, apps/payouts/src/efi/efi-account-check.ts
  [
    "Efí does not answer a Pix that was never sent with 404 and PixEnviadoNaoEncontrado: look at 'baseUrl'",
    'A resposta não é da API de envio de Pix da Efí: confira o endereço da API',
  ],
  [
    "Efí sends Pix only from a key that has a callback address: let it be registered ('registerWebhook'), or look at 'pixKey'",
    'A Efí só envia Pix de uma chave que tem endereço de retorno: deixe registrar o endereço no banco, ou confira a chave Pix',
  ],
  [
    "Efí gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate",
    'A Efí não dá o token: Client ID, Client secret ou o endereço do token está errado, ou é de outro certificado',
  ],
  [
    'Efí refuses to show sent Pix: tick pix.send and gn.pix.send.read in the application at Efí (API Pix), and ask Efí to release sending',
    'A Efí não mostra os Pix enviados: marque pix.send e gn.pix.send.read na aplicação (API Pix) e peça à Efí que libere o envio',
  ],
  [
    "Efí gives no token for boletos and cards: 'clientId' or 'clientSecret' is wrong, or of the other environment (sandbox)",
    'A Efí não dá o token para boletos e cartões: Client ID ou Client secret está errado, ou é do outro ambiente (sandbox)',
  ],
  [
    "Efí refuses boletos and cards: switch 'API de Emissões' on for the application, or take PIX alone as 'methods'",
    'A Efí recusa boletos e cartões: ligue "API de Emissões" na aplicação, ou receba só Pix por esta conta',
  ],
  // What Inter sends.
  [
    "Inter does not answer with the statement of the account: look at 'baseUrl'",
    'O Inter não responde com o extrato da conta: confira o endereço da API',
  ],
  [
    "Inter gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate, or one of these is not ticked in the application at Inter: pagamento-pix.read, pagamento-pix.write, extrato.read and webhook-banking.write",
    'O Inter não dá o token: Client ID, Client secret ou o endereço do token está errado, ou é de outro certificado, ou falta um destes escopos na aplicação: pagamento-pix.read, pagamento-pix.write, extrato.read e webhook-banking.write',
  ],
  [
    "Inter refuses to show the statement: tick extrato.read in the application at Inter, and name it in 'scope' if that is set",
    'O Inter não mostra o extrato: marque extrato.read na aplicação e, se os escopos foram informados, inclua-o',
  ],
  // Asaas: apps/billing/src/managing/asaas-account-service.ts, libs/provider-account/src/asaas, apps/payouts/src/asaas
  [
    "Asaas refused 'apiKey': it is wrong, has expired (keys end after six months without use) or was disabled",
    'O Asaas recusou a chave: está errada, expirou (depois de seis meses sem uso) ou foi desativada. Crie outra em Integrações e cole aqui',
  ],
  [
    "Asaas answered without a reason: 'apiKey' lacks a permission. Give it all of PAYMENT, PAYMENT_REFUND, CUSTOMER, PIX_TRANSACTION and WEBHOOK",
    'O Asaas respondeu 401 sem dizer o motivo: falta uma permissão à chave. Dê a ela PAYMENT, PAYMENT_REFUND, CUSTOMER, PIX_TRANSACTION e WEBHOOK',
  ],
  [
    'Asaas does not let this installation in: look at the addresses that the account allows',
    'O Asaas não deixa esta instalação entrar: confira na conta a lista de IPs autorizados',
  ],
  [
    "Property 'apiKey' is a key of {other}, and 'environment' says {environment}",
    'A chave é do ambiente {other} e o formulário diz {environment}: troque a chave ou o ambiente',
  ],
  [
    "Property 'environment' should be PRODUCTION: the sandbox moves no money",
    'Escolha Produção: a sandbox não move dinheiro, e o operador não a liberou aqui',
  ],
  [
    'The key is of another Asaas account: set the account again',
    'A chave é de outra conta do Asaas: conecte a conta de novo',
  ],
  [
    'Asaas calls no address of ours: set the account again',
    'O Asaas não chama nenhum endereço nosso: conecte de novo, e o webhook é registrado',
  ],
  [
    'Asaas has stopped calling our address after failures: set the account again, which starts it anew',
    'O Asaas parou de chamar o nosso endereço depois de falhas: conecte de novo, e a fila recomeça',
  ],
  [
    'Asaas does not send all events that this release reads: set the account again, which asks for them',
    'O Asaas não envia todos os avisos que esta versão lê: conecte de novo, e eles são pedidos',
  ],
  ['Asaas did not answer; try again in a moment', 'O Asaas não respondeu: tente de novo em instantes'],
  [
    'Asaas takes no more calls of this account for the moment; try again later',
    'O Asaas não aceita mais chamadas desta conta por agora: tente mais tarde',
  ],
  ['Asaas refused the key of this store ({route})', 'O Asaas recusou a chave desta loja ({route})'],
  [
    'The key of this store lacks a permission at Asaas ({route})',
    'Falta à chave desta loja uma permissão no Asaas ({route}): dê a ela TRANSFER e PIX',
  ],
  [
    'Asaas does not let this installation in ({route})',
    'O Asaas não deixa esta instalação entrar ({route}): confira na conta a lista de IPs autorizados',
  ],
  ['Asaas does not answer {route}', 'O Asaas não responde {route}'],
  // An account that new payments avoid: apps/gateway/src/readiness/account-order.ts
  ['{who} rests since {time}: its answers come too late', '{who} está em descanso desde {time}: responde tarde demais'],
  [
    '{who} rests since {time}: it gave no answer that can be read',
    '{who} está em descanso desde {time}: não deu uma resposta que sirva',
  ],
  [
    '{who} rests since {time}: it does not accept its credentials',
    '{who} está em descanso desde {time}: não aceita as credenciais',
  ],
  ['{who} rests since {time}: it refused', '{who} está em descanso desde {time}: recusou'],
  ['{method} is taken through {who}, which answers as it should', 'Quem processa é {who}, que responde como deve'],
  ['{method} is taken through {who}', 'Quem processa é {who}'],
  ['What it cannot make goes to {who}', 'O que não conseguir vai para {who}'],
  ['What it cannot make goes to {who}, then to {next}', 'O que não conseguir vai para {who}, depois para {next}'],
  [
    '{who} made {made} of {asked} payments of the last minutes, in {seconds} s on average',
    '{who} criou {made} de {asked} pagamentos nos últimos minutos, em {seconds} s em média',
  ],
  [
    '{who} last failed at {time}: its answers come too late',
    'A última falha de {who} foi em {time}: respondeu tarde demais',
  ],
  [
    '{who} last failed at {time}: it gave no answer that can be read',
    'A última falha de {who} foi em {time}: não deu uma resposta que sirva',
  ],
  [
    '{who} last failed at {time}: it does not accept its credentials',
    'A última falha de {who} foi em {time}: não aceita as credenciais',
  ],
  ['{who} last failed at {time}: it refused', 'A última falha de {who} foi em {time}: recusou'],
  ['{method} is not offered', 'A loja não oferece {method}'],
  ['{method} is simulated in dev mode', '{method}: simulado no ambiente de teste'],
  [
    'Asaas has never asked whether money may leave: payouts stop when one leaves unasked',
    'O Asaas nunca perguntou se o dinheiro pode sair, e os saques param quando um sai sem pergunta: faça no Asaas a validação de saques, explicada acima',
  ],
  [
    'The key of this store lacks the permission CHARGEBACK at Asaas: disputes of cards are not seen',
    'Falta à chave desta loja a permissão CHARGEBACK no Asaas: sem ela as contestações de cartão não aparecem',
  ],
  [
    'The key of this store lacks the permission FINANCIAL_TRANSACTION at Asaas: its money is not reconciled',
    'Falta à chave desta loja a permissão FINANCIAL_TRANSACTION no Asaas: sem ela o dinheiro da conta não é conciliado',
  ],
  [
    'Payouts leave by another key or account at Asaas than money comes in by: connect ASAAS again, with its validationToken',
    'Os saques saem por outra chave ou conta do Asaas que não a que recebe: conecte o ASAAS de novo, com o token da validação',
  ],
  [
    'Asaas sent money without asking first, so payouts are stopped: switch its validation of withdrawals on',
    'O Asaas enviou dinheiro sem perguntar antes, e os saques pararam: ligue no Asaas a validação de saques',
  ],
  // Payouts by the generic API: apps/payouts/src/http-payouts/account-check.ts
  [
    "The provider does not answer a payout that it never got with 404 and PAYOUT_NOT_FOUND: look at 'baseUrl'",
    'O provedor não responde 404 e PAYOUT_NOT_FOUND a um saque que nunca recebeu: confira o endereço da API',
  ],
  [
    "The provider refused 'token', or the certificate of this account",
    'O provedor recusou o token ou o certificado desta conta',
  ],
  [
    "The provider answers with an error of its own, or 'baseUrl' is not of its API",
    'O provedor responde com um erro dele mesmo, ou o endereço não é da API dele',
  ],
  // Stripe: apps/billing/src/stripe/stripe-account-reading.ts
  ['The Stripe account is not one of Brazil', 'A conta da Stripe não é do Brasil'],
  ['Stripe does not let this account take payments yet', 'A Stripe ainda não libera pagamentos nesta conta'],
  ['Stripe does not pay out to this account yet', 'A Stripe ainda não paga a esta conta'],
  [
    'The capability {capability} of the Stripe account is {state}',
    'O recurso {capability} da conta da Stripe está {state}',
  ],
];
