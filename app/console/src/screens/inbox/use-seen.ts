import { useEffect, useState, type RefObject } from 'react';

/** Whether an element has come into sight since the key changed. Nobody approves what was not on the screen. */
export function useSeen(mark: RefObject<HTMLElement | null>, key: string | undefined): boolean {
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    const element = mark.current;
    if (!element || key === undefined) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(key);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [mark, key]);
  return key !== undefined && seen === key;
}
