/** Whether a version of Node runs the sources as they are, and has the SQLite that the embedded store needs. */
export function isNewEnough(version) {
  const [major, minor, patch] = version.split('.').map(Number);
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  if (major === 24) return minor >= 15;
  return major >= 26;
}
