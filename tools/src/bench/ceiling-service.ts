// The service behind the ceiling: bare grpc-js, one committed statement a call, the same QR picture.
// Nothing of a product: no tenant, key, validation, event, log or metric. Run as its own process.
import { qrPng } from '@pitanga/billing';
import {
  CreatePixChargeRequest,
  CreatePixChargeResponse,
  GetCustomerRequest,
  GetCustomerResponse,
} from '@pitanga/contracts';
import { createIdSource, encodeDynamic } from '@pitanga/core';
import { randomBytes } from '@pitanga/runtime';
import {
  Server,
  ServerCredentials,
  type MethodDefinition,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { Pool } from 'pg';

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

function method<Request, Response>(
  path: string,
  request: Codec<Request>,
  response: Codec<Response>,
): MethodDefinition<Request, Response> {
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: (value) => Buffer.from(request.encode(value).finish()),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (value) => Buffer.from(response.encode(value).finish()),
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}

/** The two calls of the ceiling, as grpc-js wants them. */
export const ceilingService = {
  create: method('/ceiling/Create', CreatePixChargeRequest, CreatePixChargeResponse),
  get: method('/ceiling/Get', GetCustomerRequest, GetCustomerResponse),
};

const ids = createIdSource(randomBytes);

async function createCharge(pool: Pool, request: CreatePixChargeRequest): Promise<CreatePixChargeResponse> {
  const now = new Date();
  const id = ids.next('pixCharge', now);
  const brCode = encodeDynamic({
    location: `pix.example.com/${ids.token(32)}`,
    merchantName: 'Loja Demo',
    merchantCity: 'SAO PAULO',
  });
  const png = qrPng(brCode);
  await pool.query({
    name: 'insert_charge',
    text: 'insert into ceiling.charges (id, amount_cents, br_code, qr_png, created_at) values ($1, $2, $3, $4, $5)',
    values: [id, request.amountCents, brCode, png, now],
  });
  return CreatePixChargeResponse.fromPartial({
    charge: { id, amountCents: request.amountCents, createdAt: now, pix: { brCode, qrPng: png, txid: '' } },
  });
}

async function getCustomer(pool: Pool, request: GetCustomerRequest): Promise<GetCustomerResponse> {
  const { rows } = await pool.query<{ id: string; email: string; name: string; created_at: Date }>({
    name: 'select_customer',
    text: 'select id, email, name, created_at from ceiling.customers where id = $1',
    values: [request.id],
  });
  const [row] = rows;
  if (!row) throw new Error('no such row');
  return GetCustomerResponse.fromPartial({ customer: { ...row, metadataJson: '{}', createdAt: row.created_at } });
}

function unary<Request, Response>(work: (request: Request) => Promise<Response>) {
  return (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void => {
    work(call.request).then(
      (response) => {
        reply(null, response);
      },
      (error: unknown) => {
        reply(error as Error);
      },
    );
  };
}

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 6 });
  await pool.query('create schema if not exists ceiling');
  await pool.query(
    'create table if not exists ceiling.charges (id text primary key, amount_cents bigint, br_code text, qr_png bytea, created_at timestamptz)',
  );
  await pool.query(
    'create table if not exists ceiling.customers (id text primary key, email text, name text, created_at timestamptz)',
  );
  await pool.query(
    `insert into ceiling.customers values ('cust_1', 'ana@example.com', 'Ana', now()) on conflict do nothing`,
  );
  const server = new Server();
  server.addService(ceilingService, {
    create: unary((request: CreatePixChargeRequest) => createCharge(pool, request)),
    get: unary((request: GetCustomerRequest) => getCustomer(pool, request)),
  });
  server.bindAsync(`127.0.0.1:${process.env['PORT'] ?? ''}`, ServerCredentials.createInsecure(), (error) => {
    if (error) throw error;
    console.log('ready');
  });
}

if (require.main === module) void main();
