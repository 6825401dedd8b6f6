# Prints what two readers make of the OFX file in standard input, as JSON.
import io
import json
import sys

from ofxparse import OfxParser
from ofxtools.Parser import OFXTree

content = sys.stdin.buffer.read()


def lines(transactions, *names):
    return [[str(getattr(one, name)) for name in names] for one in transactions]


account = OfxParser.parse(io.BytesIO(content)).account
parsed = account.statement
tree = OFXTree()
tree.parse(io.BytesIO(content))
strict = tree.convert().statements[0]
print(json.dumps([
    {
        'account': account.account_id,
        'end': str(parsed.end_date.date()),
        'balance': str(parsed.balance),
        'lines': lines([*parsed.transactions], 'payee', 'memo', 'amount'),
        'days': [str(one.date.date()) for one in parsed.transactions],
    },
    {
        'account': strict.account.acctid,
        'end': str(strict.transactions.dtend.date()),
        'balance': str(strict.balance.balamt),
        'lines': lines([*strict.transactions], 'name', 'memo', 'trnamt'),
        'days': [str(one.dtposted.date()) for one in strict.transactions],
    },
]))
