export const TEXT = 'a file beside the program';
