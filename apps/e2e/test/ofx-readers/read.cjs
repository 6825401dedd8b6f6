// Prints what a reader for Node makes of the OFX file in standard input, as JSON.
const { buffer } = require('node:stream/consumers');
const { parse } = require('ofx-js');

async function main() {
  const text = new TextDecoder('windows-1252').decode(await buffer(process.stdin));
  const { STMTRS } = (await parse(text)).OFX.BANKMSGSRSV1.STMTTRNRS;
  const transactions = [STMTRS.BANKTRANLIST.STMTTRN].flat();
  const day = (at) => at.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
  const read = {
    account: STMTRS.BANKACCTFROM.ACCTID,
    end: day(STMTRS.BANKTRANLIST.DTEND),
    balance: STMTRS.LEDGERBAL.BALAMT,
    lines: transactions.map(({ NAME, MEMO, TRNAMT }) => [NAME, MEMO, TRNAMT]),
    days: transactions.map(({ DTPOSTED }) => day(DTPOSTED)),
  };
  process.stdout.write(JSON.stringify([read]));
}

void main();
