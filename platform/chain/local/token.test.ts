import fs from 'node:fs';
import solc from 'solc';
import { describe, expect, it } from 'vitest';

const source = new URL('./TestUsdt.sol', import.meta.url);

interface Compiled {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

function compile(): string {
  const input = {
    language: 'Solidity',
    sources: { 'TestUsdt.sol': { content: fs.readFileSync(source, 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // Nothing in it depends on names of files or on comments.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  expect(errors.map(({ formattedMessage }) => formattedMessage)).toEqual([]);
  const { object } = contracts['TestUsdt.sol']!.TestUsdt!.evm.bytecode;
  const made = { compiler: solc.version(), bytecode: `0x${object}` };
  return `${JSON.stringify(made, null, 2)}\n`;
}

describe('the test token', () => {
  it('CHAN-060 is what its source says', async () => {
    await expect(compile()).toMatchFileSnapshot('./TestUsdt.json');
  });
});
