import { describe, expect, it } from 'vitest';
import { completeBaseUrl } from './complete-base-url.ts';

const OLLAMA = 'http://127.0.0.1:11434/v1';
const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/openai';
const OPENROUTER = 'https://openrouter.ai/api/v1';

describe('completeBaseUrl', () => {
  it.each([
    ['http://host:11434', OLLAMA, 'http://host:11434/v1'],
    ['http://host:11434/', OLLAMA, 'http://host:11434/v1'],
    ['http://host:11434/v1/', OLLAMA, 'http://host:11434/v1'],
    ['https://proxy.example/ollama', OLLAMA, 'https://proxy.example/ollama/v1'],
    ['https://proxy.example/ollama/v1', OLLAMA, 'https://proxy.example/ollama/v1'],
    ['https://gateway.example/v1/account/ollama', OLLAMA, 'https://gateway.example/v1/account/ollama'],
    ['https://host', GEMINI, 'https://host/v1beta/openai'],
    ['https://host/v1beta', GEMINI, 'https://host/v1beta/openai'],
    ['https://host/v1beta/openai/', GEMINI, 'https://host/v1beta/openai'],
    ['https://openrouter.ai', OPENROUTER, 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai/api', OPENROUTER, 'https://openrouter.ai/api/v1'],
  ])('converts %s to the base URL of %s', (given, fallback, expected) => {
    expect(completeBaseUrl(new URL(given), fallback)).toBe(expected);
  });
});
