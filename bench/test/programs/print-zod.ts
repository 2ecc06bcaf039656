import { z } from 'zod';
import { TEXT } from './text.ts';

// A program: prints which copy of a package it imports.
console.log(typeof z, TEXT);
