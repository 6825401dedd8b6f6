// The HTTP side of the ceiling: bare fastify with schemas, one gRPC call, the same size of answer.
// Run as its own process.
import type { CreatePixChargeResponse, GetCustomerResponse } from '@pitanga/contracts';
import { Client, credentials, type MethodDefinition } from '@grpc/grpc-js';
import { fastify } from 'fastify';
import { ceilingService } from './ceiling-service';

const client = new Client(process.env['SERVICE'] ?? '', credentials.createInsecure());

function call<Request, Response>(definition: MethodDefinition<Request, Response>, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      definition.path,
      definition.requestSerialize,
      definition.responseDeserialize,
      request,
      (error, response) => {
        if (error) reject(error);
        else if (response) resolve(response);
      },
    );
  });
}

const text = { type: 'string' };
const app = fastify();

app.post<{ Body: { amount: number } }>(
  '/create',
  {
    schema: {
      body: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer', minimum: 1 } } },
      response: {
        200: {
          type: 'object',
          properties: { id: text, amount: { type: 'integer' }, brCode: text, brCodeBase64: text, createdAt: text },
        },
      },
    },
  },
  async (request) => {
    const { charge }: CreatePixChargeResponse = await call(ceilingService.create, {
      amountCents: request.body.amount,
      expiresInSeconds: 3_600,
      metadataJson: '{}',
      ensureSameTaxId: false,
      splits: [],
      tenant: undefined,
    });
    return {
      id: charge?.id,
      amount: charge?.amountCents,
      brCode: charge?.pix?.brCode,
      brCodeBase64: `data:image/png;base64,${Buffer.from(charge?.pix?.qrPng ?? []).toString('base64')}`,
      createdAt: charge?.createdAt?.toISOString(),
    };
  },
);

app.get<{ Querystring: { id: string } }>(
  '/get',
  {
    schema: {
      querystring: { type: 'object', required: ['id'], properties: { id: text } },
      response: { 200: { type: 'object', properties: { id: text, email: text, name: text, createdAt: text } } },
    },
  },
  async (request) => {
    const { customer }: GetCustomerResponse = await call(ceilingService.get, {
      tenant: undefined,
      id: request.query.id,
    });
    return { ...customer, createdAt: customer?.createdAt?.toISOString() };
  },
);

app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) }, (error) => {
  if (error) throw error;
  console.log('ready');
});
