/** How an account is named on screen: phone, else e-mail, cut to 12 characters (UI-042). */
export function accountLabel(profile: { phone: string; email: string }): string {
  return (profile.phone || profile.email).slice(0, 12);
}
