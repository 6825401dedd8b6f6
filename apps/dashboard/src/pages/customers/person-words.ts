import { defineWords } from '../../words/words';

export const personWords = defineWords(
  {
    menu: 'Pedidos de titulares (LGPD)',
    export: 'Exportar dados pessoais',
    exportOf: 'Exportar dados de um CPF ou CNPJ',
    exportVerb: 'Baixar arquivo',
    exportHint:
      'Baixa um arquivo JSON com tudo o que há sobre {name} neste ambiente: cadastro, checkouts, cobranças, reembolsos, assinaturas, extrato e eventos. Entregue-o só a quem os dados pertencem. A exportação fica registrada na auditoria.',
    exportOfHint:
      'Baixa um arquivo JSON com tudo o que há sobre esta pessoa neste ambiente, seja cliente ou só pagadora. A exportação fica registrada na auditoria.',
    exported: 'Arquivo baixado.',
    exportBroken: 'O arquivo chegou incompleto. Tente de novo.',
    erase: 'Apagar dados pessoais',
    eraseOf: 'Apagar dados de um CPF ou CNPJ',
    eraseTitle: 'Apagar os dados de {name}',
    eraseVerb: 'Apagar para sempre',
    gone: 'Apagamos, em até um minuto e para sempre: nome, e-mail, CPF ou CNPJ, telefone, endereço e metadados do cliente; o nome e o documento de quem pagou; nomes em cartões e boletos; chaves Pix de reembolsos; e estes dados nos eventos e no extrato.',
    kept: 'Fica o que a lei manda guardar: valores, datas e números das vendas e dos pagamentos, sem o nome da pessoa.',
    running:
      'Assinaturas ativas, reembolsos em andamento e cobranças abertas continuam; o dado de que precisam é apagado quando terminarem.',
    type: 'Para confirmar, digite {name} (ou o id)',
    erased: 'Dados apagados.',
    erasedWaits:
      'Dados apagados, menos o que ainda é preciso para: {waits}. O resto é apagado sozinho quando terminar.',
    erasedNobody: 'Não há dados desta pessoa neste ambiente.',
    SUBSCRIPTION: 'assinatura ativa',
    REFUND: 'reembolso em andamento',
    OPEN_CHARGE: 'cobrança aberta',
    taxId: 'CPF ou CNPJ',
    taxIdWrong: 'Os dígitos verificadores não conferem.',
  },
  {
    menu: 'Requests of data subjects (LGPD)',
    export: 'Export personal data',
    exportOf: 'Export the data of a CPF or CNPJ',
    exportVerb: 'Download file',
    exportHint:
      'Downloads a JSON file with all that is held about {name} in this environment: record, checkouts, charges, refunds, subscriptions, statement and events. Give it to nobody but the person. The export is in the audit log.',
    exportOfHint:
      'Downloads a JSON file with all that is held about this person in this environment, a customer or only a payer. The export is in the audit log.',
    exported: 'File downloaded.',
    exportBroken: 'The file arrived incomplete. Try again.',
    erase: 'Erase personal data',
    eraseOf: 'Erase the data of a CPF or CNPJ',
    eraseTitle: 'Erase the data of {name}',
    eraseVerb: 'Erase for good',
    gone: 'We erase, within a minute and for good: name, e-mail, tax id, phone, address and metadata of the customer; the name and tax id of who paid; names on cards and boletos; Pix keys of refunds; and this data in events and the statement.',
    kept: 'What the law wants kept stays: amounts, dates and numbers of sales and payments, without the person’s name.',
    running:
      'Active subscriptions, refunds on their way and open charges go on; the data that they need is erased when they end.',
    type: 'To confirm, type {name} (or the id)',
    erased: 'Data erased.',
    erasedWaits: 'Data erased, except what is still needed for: {waits}. The rest is erased by itself when that ends.',
    erasedNobody: 'Nothing is held about this person in this environment.',
    SUBSCRIPTION: 'an active subscription',
    REFUND: 'a refund on its way',
    OPEN_CHARGE: 'an open charge',
    taxId: 'CPF or CNPJ',
    taxIdWrong: 'The check digits are wrong.',
  },
);
